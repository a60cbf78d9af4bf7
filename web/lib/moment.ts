const BOGOTA_OFFSET_MS = -5 * 3_600_000

/** The hour in Bogotá, `HH:MM`, as a time field has it. */
export function clockOf(at: string): string {
  return new Date(Date.parse(at) + BOGOTA_OFFSET_MS).toISOString().slice(11, 16)
}

/** The moment of a day and an hour in Bogotá (UTC−5 all year); null while one is missing. */
export function momentOf({ date, time }: { date: string; time: string }): string | null {
  const written = `${date}T${time}:00-05:00`
  return date && time && !Number.isNaN(Date.parse(written)) ? written : null
}
