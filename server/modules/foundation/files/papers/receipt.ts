export type Receipt = {
  title: string
  number: string
  issuedAt: Date
  facts: [string, string][]
  /** Pesos; negative amounts are deductions. */
  lines: [string, number][]
  total: [string, number]
  notes: string[]
}

const instantFormat = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** Formats an instant in the time of Bogotá. */
export function dateTime(instant: Date): string {
  return instantFormat.format(instant)
}
