/** What a message is made of, and words that several of them use. */
export type MailContent = {
  subject: string
  heading: string
  /** Which journey it is about, for the app's list: a mail has it in `facts`. */
  context?: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Things to choose between, each with its own button. */
  options?: { title: string; detail: string; label: string; url: string }[]
  /** Term and value, such as when and where. */
  facts: [string, string][]
  closing: string[]
  /** For messages nobody needs: the page to stop them, and where mail programs post (RFC 8058). */
  unsubscribe?: { page: string; oneClick: string }
}

export const NOT_YOU = 'Si no fuiste tú'

export const instantFormat = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** When something happened, and on which device where that is known. */
export function occasion(at: string, device: string | null): [string, string][] {
  const when: [string, string] = ['Cuándo', instantFormat.format(new Date(at))]
  return device === null ? [when] : [when, ['Desde', device]]
}

export const pesosFormat = new Intl.NumberFormat('es-CO', {
  style: 'currency',
  currency: 'COP',
  maximumFractionDigits: 0,
})

/** A name of which no mail program makes a link. */
export function unlinked(name: string): string {
  return name.replace(/[./:@]+(?=\S)/g, ' ')
}
