extension PageTags {
  /// One meta tag. `name` is in small letters, `content` is not blank.
  mutating func add(name: String, _ content: String) {
    let limits = limits
    if name.hasPrefix("og:") {
      addOpenGraph(name.dropFirst(3), content)
    } else if name.hasPrefix("twitter:") {
      addTwitter(name.dropFirst(8), content)
    } else if name == "description" {
      html.description.fill(limits.longText(content))
    } else if let colon = name.firstIndex(of: ":") {
      addNamespaced(name[..<colon], name[name.index(after: colon)...], content)
    }
  }

  private mutating func addOpenGraph(_ name: Substring, _ content: String) {
    let limits = limits
    switch name {
    case "title": openGraph.title.fill(limits.text(content))
    case "description": openGraph.description.fill(limits.longText(content))
    case "url": if urls.count < limits.listLength { urls.append(content) }
    case "type": fields.type.fill(limits.text(content))
    case "site_name": fields.siteName.fill(limits.text(content))
    case "determiner": fields.determiner.fill(limits.text(content))
    case "locale": fields.locale.fill(limits.text(content))
    case "locale:alternate": limits.append(content, to: &fields.alternateLocales)
    default:
      if name.hasPrefix("image") {
        openGraph.images.add(name.dropFirst(5), content)
      } else if name.hasPrefix("audio") {
        audios.add(name.dropFirst(5), content)
      } else if name.hasPrefix("video") {
        videos.add(name.dropFirst(5), content)
        // Common outside of the protocol: the properties of `video:` under `og:video:`.
        if name.hasPrefix("video:") { addVideo(name.dropFirst(6), content) }
      }
    }
  }

  private mutating func addTwitter(_ name: Substring, _ content: String) {
    let limits = limits
    switch name {
    case "title": twitter.title.fill(limits.text(content))
    case "description": twitter.description.fill(limits.longText(content))
    case "image", "image:src", "image:url": twitter.images.add("", content)
    default: if name.hasPrefix("image:") { twitter.images.add(name.dropFirst(5), content) }
    }
  }

  private mutating func addNamespaced(_ space: Substring, _ name: Substring, _ content: String) {
    switch space {
    case "article": addArticle(name, content)
    case "book": addBook(name, content)
    case "profile": addProfile(name, content)
    case "music": addMusic(name, content)
    case "video": addVideo(name, content)
    default: break
    }
  }

  private mutating func addArticle(_ name: Substring, _ content: String) {
    var article = fields.article ?? .init()
    switch name {
    case "published_time": article.publishedTime.fill(limits.text(content))
    case "modified_time": article.modifiedTime.fill(limits.text(content))
    case "expiration_time": article.expirationTime.fill(limits.text(content))
    case "author": limits.append(content, to: &article.authors)
    case "section": article.section.fill(limits.text(content))
    case "tag": limits.append(content, to: &article.tags)
    default: return
    }
    fields.article = article
  }

  private mutating func addBook(_ name: Substring, _ content: String) {
    var book = fields.book ?? .init()
    switch name {
    case "author": limits.append(content, to: &book.authors)
    case "isbn": book.isbn.fill(limits.text(content))
    case "release_date": book.releaseDate.fill(limits.text(content))
    case "tag": limits.append(content, to: &book.tags)
    default: return
    }
    fields.book = book
  }

  private mutating func addProfile(_ name: Substring, _ content: String) {
    var profile = fields.profile ?? .init()
    switch name {
    case "first_name": profile.firstName.fill(limits.text(content))
    case "last_name": profile.lastName.fill(limits.text(content))
    case "username": profile.username.fill(limits.text(content))
    case "gender": profile.gender.fill(limits.text(content))
    default: return
    }
    fields.profile = profile
  }

  private mutating func addMusic(_ name: Substring, _ content: String) {
    var music = fields.music ?? .init()
    switch name {
    case "duration": music.duration.fill(Self.number(content))
    case "album", "album:url": appendTrack(&music.albums, content)
    case "album:disc": setLast(&music.albums, \.disc, Self.number(content))
    case "album:track": setLast(&music.albums, \.track, Self.number(content))
    case "song", "song:url": appendTrack(&music.songs, content)
    case "song:disc": setLast(&music.songs, \.disc, Self.number(content))
    case "song:track": setLast(&music.songs, \.track, Self.number(content))
    case "musician": limits.append(content, to: &music.musicians)
    case "creator": limits.append(content, to: &music.creators)
    case "release_date": music.releaseDate.fill(limits.text(content))
    default: return
    }
    fields.music = music
  }

  private mutating func addVideo(_ name: Substring, _ content: String) {
    var video = fields.video ?? .init()
    switch name {
    case "actor":
      guard let profile = limits.text(content), video.actors.count < limits.listLength else {
        return
      }
      var actor = OpenGraphData.Actor()
      actor.profile = profile
      video.actors.append(actor)
    case "actor:role": setLast(&video.actors, \.role, limits.text(content))
    case "director": limits.append(content, to: &video.directors)
    case "writer": limits.append(content, to: &video.writers)
    case "duration": video.duration.fill(Self.number(content))
    case "release_date": video.releaseDate.fill(limits.text(content))
    case "tag": limits.append(content, to: &video.tags)
    case "series": video.series.fill(limits.text(content))
    default: return
    }
    fields.video = video
  }

  // MARK: Setting

  private func setLast<Element, Value>(
    _ list: inout [Element], _ property: WritableKeyPath<Element, Value?>, _ value: Value?
  ) {
    guard !list.isEmpty, list[list.count - 1][keyPath: property] == nil else { return }
    list[list.count - 1][keyPath: property] = value
  }

  private func appendTrack(_ list: inout [OpenGraphData.Track], _ content: String) {
    guard list.count < limits.listLength, let url = limits.text(content) else { return }
    var track = OpenGraphData.Track()
    track.url = url
    list.append(track)
  }

  /// A whole number of seconds, or an ordinal.
  private static func number(_ content: String) -> Int? {
    Int(TextCleaner.clean(content, limit: 20) ?? "").flatMap { $0 >= 0 ? $0 : nil }
  }
}
