/** A row with its instants as text. */
type IsoDates<Row> = {
  [Key in keyof Row]: Date extends Row[Key] ? Exclude<Row[Key], Date> | string : Row[Key]
}

/** The row of what an answer shows, with these instants as the database has them. */
export type RowOf<Shown, Instants extends keyof Shown> = Omit<Shown, Instants> & {
  [Key in Instants]: null extends Shown[Key] ? Date | null : Date
}

/** Writes the instants of a row as answers have them; what is inside of a value stays as it is. */
export function isoDates<Row extends object>(row: Row): IsoDates<Row> {
  const written = Object.entries(row).map(([key, value]) => [
    key,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(written) as IsoDates<Row>
}
