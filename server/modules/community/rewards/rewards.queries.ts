import { sql } from 'kysely'
import type { Redemption, RewardKind } from '#contract/rewards.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { Part } from '#server/platform/paging.ts'

/** Reward of the catalogue; its days are calendar dates in Bogotá. */
export type NewReward = {
  kind: RewardKind
  title: string
  description: string
  partner: string
  points: number
  perPerson: number
  goldOnly: boolean
  validFrom: string
  validUntil: string
}

export type RewardItem = NewReward & { id: string; createdAt: Date; retiredAt: Date | null }

const columns = sql`
  i.id, i.kind, i.title, i.description, i.partner, i.points, i.per_person as "perPerson",
  i.gold_only as "goldOnly", i.valid_from as "validFrom", i.valid_until as "validUntil",
  i.created_at as "createdAt", i.retired_at as "retiredAt"`

export type OfferedItem = RewardItem & { stock: number; mine: number }

/** Lists rewards of a day, with the codes left and the person's redemptions. */
export function listOfferedItems(db: Reader, { userId, today }: { userId: string; today: string }) {
  return run.rows<OfferedItem>(db)`
    select ${columns},
      (select count(*) from reward_codes c where c.item_id = i.id and not exists (
        select from reward_redemptions r where r.code_id = c.id)) as stock,
      (select count(*) from reward_redemptions r
        where r.item_id = i.id and r.user_id = ${userId}) as mine
    from reward_items i
    where i.retired_at is null
      and i.valid_from <= ${today}::date and i.valid_until >= ${today}::date
      and exists (select from reward_codes c where c.item_id = i.id)
    order by i.points, i.id`
}

/** Finds a reward and locks it until the transaction ends, so its redemptions are serial. */
export function lockItem(tx: Tx, id: string) {
  return run.row<RewardItem>(tx)`
    select ${columns} from reward_items i where i.id = ${id} for no key update`
}

export async function insertItem(
  tx: Tx,
  item: Omit<RewardItem, 'retiredAt'> & { createdBy: string },
) {
  await sql`
    insert into reward_items (id, kind, title, description, partner, points, per_person, gold_only,
      valid_from, valid_until, created_by, created_at)
    values (${item.id}, ${item.kind}, ${item.title}, ${item.description}, ${item.partner},
      ${item.points}, ${item.perPerson}, ${item.goldOnly}, ${item.validFrom}::date,
      ${item.validUntil}::date, ${item.createdBy}, ${item.createdAt})`.execute(tx)
}

export async function markRetired(tx: Tx, id: string, now: Date) {
  await sql`
    update reward_items set retired_at = coalesce(retired_at, ${now}) where id = ${id}`.execute(tx)
}

export type ManagedItem = RewardItem & { loaded: number; redeemed: number }

const managed = sql`
  ${columns},
  (select count(*) from reward_codes c where c.item_id = i.id) as loaded,
  (select count(*) from reward_redemptions r where r.item_id = i.id) as redeemed`

export function findManaged(db: Reader, id: string) {
  return run.row<ManagedItem>(db)`
    select ${managed} from reward_items i where i.id = ${id}`
}

/** Lists all rewards: those in the catalogue first, then by creation, the newest first. */
export async function listManaged(db: Reader, { limit, offset }: Part) {
  const rows = await run.rows<ManagedItem>(db)`
    select ${managed} from reward_items i
    order by i.retired_at is not null, i.created_at desc, i.id
    limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from reward_items`
  return { found: rows, total }
}

export type NewCode = { id: string; sealed: Buffer; index: Buffer }

/** Inserts codes; answers how many are new. Codes that the reward already has are skipped. */
export function insertCodes(
  tx: Tx,
  load: { itemId: string; codes: readonly NewCode[]; by: string; now: Date },
) {
  return run.changes(tx)`
    insert into reward_codes (id, item_id, code_sealed, code_index, loaded_by, loaded_at)
    select c.id, ${load.itemId}, c.sealed, c.index, ${load.by}, ${load.now}
    from unnest(${load.codes.map(({ id }) => id)}::uuid[],
      ${load.codes.map(({ sealed }) => sealed)}::bytea[],
      ${load.codes.map(({ index }) => index)}::bytea[]) as c (id, sealed, index)
    on conflict do nothing`
}

/** Finds a code that nobody redeemed. The caller has locked the reward. */
export function findFreeCode(tx: Tx, itemId: string) {
  return run.value<{ id: string }>(tx)`
    select c.id from reward_codes c
    where c.item_id = ${itemId} and not exists (
      select from reward_redemptions r where r.code_id = c.id)
    order by c.id limit 1`
}

export function countRedeemed(db: Reader, { itemId, userId }: { itemId: string; userId: string }) {
  return run.value<{ found: number }>(db, 0)`
    select count(*) as found from reward_redemptions
    where item_id = ${itemId} and user_id = ${userId}`
}

export async function insertRedemption(
  tx: Tx,
  r: { id: string; itemId: string; userId: string; codeId: string; points: number; now: Date },
) {
  await sql`
    insert into reward_redemptions (id, item_id, user_id, code_id, points, created_at)
    values (${r.id}, ${r.itemId}, ${r.userId}, ${r.codeId}, ${r.points}, ${r.now})`.execute(tx)
}

export type RedemptionRow = RowOf<Omit<Redemption, 'code'>, 'at'> & {
  codeId: string
  sealed: Buffer
}

const redemptionColumns = sql`
  r.id, r.item_id as "rewardId", i.title, i.partner, r.points, r.code_id as "codeId",
  c.code_sealed as sealed, r.created_at as at, i.valid_until as "validUntil"
  from reward_redemptions r
  join reward_items i on i.id = r.item_id
  join reward_codes c on c.id = r.code_id`

/** Finds a redemption of this person; undefined for a redemption of another person. */
export function findRedemption(db: Reader, { id, userId }: { id: string; userId: string }) {
  return run.row<RedemptionRow>(db)`
    select ${redemptionColumns} where r.id = ${id} and r.user_id = ${userId}`
}

export async function listRedemptionRows(
  db: Reader,
  { userId, limit, offset }: { userId: string } & Part,
) {
  const rows = await run.rows<RedemptionRow>(db)`
    select ${redemptionColumns} where r.user_id = ${userId}
    order by r.created_at desc, r.id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from reward_redemptions where user_id = ${userId}`
  return { found: rows, total }
}
