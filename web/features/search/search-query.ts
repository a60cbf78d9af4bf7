export type SearchQuery = { from: string; to: string; date: string; seats: number }

const PLACE = /^\d{5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Is it an existing date, not only of the right format? */
function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text))
}

/**
 * What is searched, from the address: DIVIPOLA codes, day in Bogotá (absent or wrong = `today`),
 * seats 1–4. Null while origin or destination is missing.
 */
export function readSearch(params: URLSearchParams, today: string): SearchQuery | null {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if (!PLACE.test(from) || !PLACE.test(to)) return null
  const date = params.get('date') ?? ''
  const seats = Number(params.get('seats') ?? 1)
  return {
    from,
    to,
    date: isDay(date) ? date : today,
    seats: Number.isInteger(seats) && seats >= 1 && seats <= 4 ? seats : 1,
  }
}
