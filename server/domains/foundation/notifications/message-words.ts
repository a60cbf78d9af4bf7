export const NOT_YOU = 'Si no fuiste tú'

export const instantFormat = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Returns when something happened, and on which device if that is known. */
export function occasion(at: string, device: string | null): [string, string][] {
  const when: [string, string] = ['Cuándo', instantFormat.format(new Date(at))]
  return device === null ? [when] : [when, ['Desde', device]]
}

export const pesosFormat = new Intl.NumberFormat('es-CO', {
  style: 'currency',
  currency: 'COP',
  maximumFractionDigits: 0,
})

/** Changes a name so that no mail program turns it into a link. */
export function unlinked(name: string): string {
  return name.replace(/[./:@]+(?=\S)/g, ' ')
}
