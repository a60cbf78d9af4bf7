/** What the page of a trip says right after its publication, in the state of the navigation. */
export type PublishedNews = {
  text: string
  /** Days of a weekly series that were not published, with the reason. */
  skipped: { date: string; reason: string }[]
}

/** Reads the news from the state of a location; null without them. */
export function publishedNews(state: unknown): PublishedNews | null {
  const published = (state as { published?: PublishedNews } | null)?.published
  return published ?? null
}
