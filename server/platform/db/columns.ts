/** The column of a key: `seat_price` of `seatPrice`. */
type ColumnOf<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Key

export function columnOf<Key extends string>(key: Key): ColumnOf<Key> {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Key>
}

/** What a key's value is in its column: an object is stored as JSON, a list as an array. */
type Stored<Value> = Value extends readonly unknown[] | Date | null
  ? Value
  : Value extends object
    ? string
    : Value

/** The columns of these keys, with the values of an object, for an insert or an update. */
export function columnsOf<T extends object, Key extends keyof T & string>(
  value: T,
  keys: readonly Key[],
): { [K in Key as ColumnOf<K>]: Stored<T[K]> } {
  const isJson = (each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) && !(each instanceof Date)
  return Object.fromEntries(
    keys.map((key) => [
      columnOf(key),
      isJson(value[key]) ? JSON.stringify(value[key]) : value[key],
    ]),
  ) as { [K in Key as ColumnOf<K>]: Stored<T[K]> }
}
