import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#contract/rewards.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CardFacts } from './card.ts'

type FactsRow = Omit<CardFacts, 'starsSum' | 'ratings' | 'lastTripAt'> & {
  stars: number[]
  lastTripAt: Date | null
}

const lastTrip = (side: RawBuilder<unknown>) => sql`
  select max(b.drops_off_at) from bookings b where ${side} = u.id and b.status = 'completed'`

/** Finds the facts from which the cards of these people follow; unknown ids are left out. */
export async function findCardFacts(
  db: Reader,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<Map<string, CardFacts>> {
  const rows = await run.rows<FactsRow & { id: string }>(db)`
    select u.id,
      coalesce(u.first_name, '') <> '' and u.terms_accepted_at is not null as registered,
      u.email_confirmed_at is not null and (u.phone_proved_at is not null
        or not (select proof_needed from phone_policy)) as verified,
      coalesce(s.trips_driven + s.trips_ridden, 0) as trips,
      coalesce(s.stars, '{0,0,0,0,0}') as stars,
      greatest((${lastTrip(sql`b.driver_id`)}), (${lastTrip(sql`b.passenger_id`)}))
        as "lastTripAt",
      exists (select from user_standing c where c.user_id = u.id
        and (c.expelled or c.suspended_until > ${now})) as suspended
    from users u left join user_reputation s on s.user_id = u.id
    where u.id = any(${[...userIds]}::uuid[])`
  return new Map(rows.map(({ id, ...row }) => [id, factsOf(row)]))
}

function factsOf({ stars, lastTripAt, ...facts }: FactsRow): CardFacts {
  return {
    ...facts,
    starsSum: stars.reduce((sum, count, at) => sum + count * (at + 1), 0),
    ratings: stars.reduce((sum, count) => sum + count, 0),
    lastTripAt: lastTripAt?.toISOString() ?? null,
  }
}

export type StoredCard = {
  userId: string
  card: Card | null
  facts: CardFacts
  since: Date
  computedAt: Date
}

const cardColumns = sql`
  m.user_id as "userId", m.card, m.facts, m.since, m.computed_at as "computedAt"`

export function findCard(db: Reader, userId: string) {
  return run.row<StoredCard>(db)`
    select ${cardColumns} from membership_cards m where m.user_id = ${userId}`
}

/** Locks stored cards of these people in the order of ids. */
export function lockCards(tx: Tx, userIds: readonly string[]) {
  return run.by<StoredCard>(tx, 'userId')`
    select ${cardColumns} from membership_cards m
    where m.user_id = any(${[...userIds]}::uuid[])
    order by m.user_id for update`
}

/** Stores a card; answers false when another process has inserted the person's first card. */
export async function saveCard(tx: Tx, stored: StoredCard, isFirst: boolean): Promise<boolean> {
  const { userId, card, since, computedAt } = stored
  const facts = JSON.stringify(stored.facts)
  const done = isFirst
    ? await sql`
      insert into membership_cards (user_id, card, facts, since, computed_at)
      values (${userId}, ${card}, ${facts}, ${since}, ${computedAt})
      on conflict do nothing`.execute(tx)
    : await sql`
      update membership_cards set card = ${card}, facts = ${facts}, since = ${since},
        computed_at = ${computedAt}
      where user_id = ${userId}`.execute(tx)
  return done.numAffectedRows === 1n
}

export async function insertCardEvent(
  tx: Tx,
  change: { id: string; userId: string; at: Date; before: Card | null; after: Card | null },
) {
  await sql`
    insert into card_events (id, user_id, at, before, after)
    values (${change.id}, ${change.userId}, ${change.at}, ${change.before}, ${change.after})
    `.execute(tx)
}

/** Lists the next people in order of id who have travelled or have a card. */
export function listCardPeopleAfter(db: Reader, after: string, limit: number) {
  return run.values<{ id: string }>(db)`
    (select user_id as id from membership_cards
      where user_id > ${after}::uuid order by user_id limit ${limit})
    union
    (select user_id from user_reputation
      where user_id > ${after}::uuid and trips_driven + trips_ridden > 0
      order by user_id limit ${limit})
    order by id limit ${limit}`
}

export type TalliedCard = StoredCard & { told: Card | null }

/** Lists a page of stored cards in order of person id, each with the card of the last event. */
export function listStoredCardsAfter(db: Reader, after: string | null, limit: number) {
  return run.rows<TalliedCard>(db)`
    select ${cardColumns}, (select e.after from card_events e where e.user_id = m.user_id
      order by e.at desc, e.id desc limit 1) as told
    from membership_cards m where ${after}::uuid is null or m.user_id > ${after}::uuid
    order by m.user_id limit ${limit}`
}
