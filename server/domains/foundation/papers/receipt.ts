/** What a receipt says, before it is drawn. */
export type Receipt = {
  title: string
  number: string
  issuedAt: Date
  facts: [string, string][]
  /** Pesos; negative ones are taken off. */
  lines: [string, number][]
  total: [string, number]
  notes: string[]
}

const instantFormat = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** In Bogotá. */
export function dateTime(instant: Date): string {
  return instantFormat.format(instant)
}
