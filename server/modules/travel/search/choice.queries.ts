import { type RawBuilder, sql } from 'kysely'
import { DayPart, SearchFilter, type SearchSort } from '#contract/search.ts'
import { priceOf, soldAtOnce } from './part-sale.queries.ts'

/** Filters and order of a day's trips, applied to exact, en-route and nearby ones apart. */
export type Choice = {
  filters: readonly SearchFilter[]
  /** Parts of the day in which boarding is wanted; empty for the whole day. */
  hours: readonly DayPart[]
  maxPrice: number | null
  sort: SearchSort
  now: Date
}

/** The condition of each filter on a part `d` of the trip `t` of the driver `u`. */
const traits: Record<Exclude<SearchFilter, 'instant'>, RawBuilder<boolean>> = {
  verified: sql`u.identity_verified_at is not null`,
  womenOnly: sql`trip_prefers(t.preferences, 'womenOnly')`,
  pets: sql`trip_prefers(t.preferences, 'pets')`,
  luggage: sql`trip_prefers(t.preferences, 'luggage', '"large"')`,
  twoInBack: sql`trip_prefers(t.preferences, 'maxTwoInBack')`,
  billetera: sql`'billetera' = any (t.payment_modes)`,
  directo: sql`'directo' = any (t.payment_modes)`,
  wheelchair: sql`trip_prefers(t.preferences, 'wheelchair')`,
  childSeat: sql`trip_prefers(t.preferences, 'childSeat')`,
}

const bitOf = (filter: SearchFilter) => 1 << SearchFilter.options.indexOf(filter)
const partOf = (hours: DayPart) => DayPart.options.indexOf(hours)
const bitsOf = (filters: readonly SearchFilter[]) =>
  filters.reduce((bits, filter) => bits | bitOf(filter), 0)

/** Price of the part `d` of the trip `t`. */
export const partPrice = priceOf(sql`d`, sql`d.declared`)

const traitBits = (now: Date) =>
  sql.join(
    SearchFilter.options.map((filter) => {
      const holds = filter === 'instant' ? soldAtOnce(sql`d.declared`, sql`d`, now) : traits[filter]
      return sql`case when ${holds} then
      ${sql.lit(bitOf(filter))} else 0 end`
    }),
    sql` + `,
  )

/** Rating in hundredths of a star; without ratings 4.5 stars (standing/standing.ts). */
const rating = sql`coalesce(r.weighted_rating, 450)`

/** The parts `d` with the columns that filters and orders use; only here their trips are read. */
const described = (now: Date) => sql`
  select d.*, ${partPrice} as price, ${traitBits(now)} as traits, ${rating} as rating,
    extract(hour from d.boards_at at time zone 'America/Bogota')::int / 6 as day_part
  from d join trips t on t.id = d.trip_id join users u on u.id = t.driver_id
    left join user_reputation r on r.user_id = t.driver_id`

/** True when part `p` of the trip `t`, `o` on sale, meets all these filters but `instant`. */
export function filtersMet(all: readonly SearchFilter[]): RawBuilder<unknown> {
  const filters = all.filter((filter) => filter !== 'instant')
  if (filters.length === 0) return sql`true`
  const met = filters.map((filter) => traits[filter])
  return sql`(select ${sql.join(met, sql` and `)} from users u where u.id = t.driver_id)`
}

const has = (bits: number) => sql`x.traits & ${bits}::int = ${bits}::int`
const boardsIn = (hours: readonly DayPart[]) => sql`
  (cardinality(${hours.map(partOf)}::int[]) = 0 or x.day_part = any (${hours.map(partOf)}::int[]))`
const costs = (maxPrice: number | null) => sql`
  (${maxPrice}::bigint is null or x.price <= ${maxPrice}::bigint)`

/** Selects the parts `d` that pass the filters; without filters all, and no trip is read. */
export function chosen(choice: Choice | null): RawBuilder<unknown> {
  if (!choice) return sql`select * from d`
  return sql`
    select x.* from (${described(choice.now)}) as x
    where ${has(bitsOf(choice.filters))} and ${boardsIn(choice.hours)}
      and ${costs(choice.maxPrice)}`
}

/**
 * Orders the chosen parts `c`. One text serves every order, so that the statement is planned once.
 * `away` is the distance from the asked places.
 */
export function inOrder(choice: Choice | null, away: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!choice) return sql`c.boards_at, c.trip_id`
  const { sort } = choice
  return sql`
    case ${sort}::text when 'price' then c.price when 'duration' then c.to_minutes - c.from_minutes
      when 'nearness' then ${away} when 'rating' then -c.rating else 0 end,
    c.boards_at, c.trip_id`
}

/** Number of parts that each choice would leave, in the order of the contract's lists. */
export type ChoiceCounts = { filters: number[]; hours: number[]; price_steps: number[] }

/** Step in pesos between the price limits offered. */
const PRICE_STEP = 5_000

/** Builds the end of a statement that counts the parts `d` that each choice would leave. */
export function countedChoices(choice: Choice): RawBuilder<ChoiceCounts> {
  const { filters, hours, maxPrice, now } = choice
  const wanted = bitsOf(filters)
  const withFilter = SearchFilter.options.map(
    (filter) => sql`count(*) filter (
      where ${has(wanted | bitOf(filter))} and ${boardsIn(hours)} and ${costs(maxPrice)})`,
  )
  const inPart = DayPart.options.map(
    (part) => sql`count(*) filter (
      where ${has(wanted)} and x.day_part = ${partOf(part)} and ${costs(maxPrice)})`,
  )
  return sql`x as materialized (${described(now)})
    select json_build_array(${sql.join(withFilter)}) as filters,
      json_build_array(${sql.join(inPart)}) as hours,
      array(select distinct (x.price + ${PRICE_STEP} - 1) / ${PRICE_STEP} * ${PRICE_STEP}
        from x order by 1) as price_steps
    from x`
}
