import { tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, startAgain, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { type CardFacts, cardFor } from './card.ts'
import {
  findCardFacts,
  insertCardEvent,
  listCardPeopleAfter,
  listStoredCardsAfter,
  lockCards,
  type StoredCard,
  saveCard,
  type TalliedCard,
} from './cards.queries.ts'
import { policyNow } from './policy.ts'
import { cardChanged } from './rewards.messages.ts'

const PEOPLE_AT_ONCE = 200
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** Recomputes all cards from their criteria, and tells people who gained or lost a card. */
export async function recountCards(deps: ActDeps): Promise<void> {
  let last: string | undefined = LOWEST_ID
  while (last) {
    const ids = await listCardPeopleAfter(deps.db, last, PEOPLE_AT_ONCE)
    await inTransaction(deps.db, (tx) => recount(tx, deps, ids))
    last = ids.at(-1)
  }
}

async function recount(tx: Tx, deps: ActDeps, ids: readonly string[]): Promise<void> {
  const now = deps.clock.now()
  const stored = await lockCards(tx, ids)
  for (const [userId, facts] of await findCardFacts(tx, { userIds: ids, now })) {
    await write(tx, deps, { userId, facts, now, earlier: stored.get(userId) })
  }
}

type Counted = { userId: string; facts: CardFacts; now: Date; earlier: StoredCard | undefined }

async function write(tx: Tx, deps: ActDeps, { userId, facts, now, earlier }: Counted) {
  const before = earlier?.card ?? null
  const card = cardFor(facts, policyNow(bogotaDate(now)), now)
  if (!earlier && !card) return
  const since = card === before && earlier ? earlier.since : now
  const written = await saveCard(tx, { userId, card, facts, since, computedAt: now }, !earlier)
  if (!written) startAgain(`the card of ${userId} was written in parallel`)
  if (card === before) return
  const id = newId()
  await insertCardEvent(tx, { id, userId, at: now, before, after: card })
  const data = { had: before, has: card }
  await tellUser(tx, deps, cardChanged, { userId, data, cause: id })
}

/** Lists people whose stored card does not match its facts, or the last card they were told. */
export async function cardsThatDiffer({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const wrong: string[] = []
  let after: string | null = null
  for (;;) {
    const part: TalliedCard[] = await listStoredCardsAfter(db, after, PEOPLE_AT_ONCE)
    for (const { userId, card, facts, computedAt, told } of part) {
      const expected = cardFor(facts, policyNow(bogotaDate(computedAt)), computedAt)
      if (card !== expected || card !== told) wrong.push(userId)
    }
    after = part.at(-1)?.userId ?? null
    if (part.length < PEOPLE_AT_ONCE) return wrong
  }
}
