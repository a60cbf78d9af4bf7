const names = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Name of a month given as YYYY-MM: `noviembre de 2026`. */
export const monthName = (month: string): string => names.format(new Date(`${month}-15T12:00:00Z`))
