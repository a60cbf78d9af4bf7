import { beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { sealingKeys } from '#server/platform/crypto.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { reseal } from '#test/reseal.ts'
import { openRewardsApp, type RewardsApp } from '#test/reward-factories.ts'

let test: RewardsApp

beforeAll(async () => {
  test = await openRewardsApp()
})

async function somebodyWith(points: number): Promise<TestUser> {
  const person = await test.aPassenger(0)
  if (points > 0) await test.givePoints(person, points)
  return person
}

const catalogueOf = async (who: TestUser) =>
  (await test.overview(who)).rewards.map(({ id }: { id: string }) => id)

describe('the catalogue', () => {
  it('shows no rewards until the team loads codes of a partner', async () => {
    const person = await somebodyWith(0)
    expect(await catalogueOf(person)).toEqual([])
    const id = await test.aReward(['VALE-1', 'VALE-2'])
    const { rewards } = await test.overview(person)
    expect(rewards).toEqual([expect.objectContaining({ id, stock: 2, left: 5, points: 10 })])
    const { body } = await test.call(test.helper, 'GET', '/admin/rewards')
    expect(body.items[0]).toMatchObject({ id, loaded: 2, redeemed: 0, retiredAt: null })
    await test.call(test.helper, 'POST', `/admin/rewards/${id}/retire`)
    expect(await catalogueOf(person)).toEqual([])
    const late = await test.redeem(person, id)
    expect(late.body.code).toBe('reward_closed')
  })

  it('skips codes that a reward already has, and refuses malformed codes', async () => {
    const id = await test.aReward(['CINE-1', 'CINE-2'])
    const load = (codes: string) =>
      test.call(test.helper, 'POST', `/admin/rewards/${id}/codes`, { codes })
    expect((await load('CINE-2\nCINE-3\nCINE-3')).body).toEqual({ added: 1, repeated: 1 })
    for (const wrong of ['a', 'DOS PALABRAS', '"sin cerrar', 'código', `${'x'.repeat(61)}`]) {
      expect((await load(wrong)).body.code, wrong).toBe('reward_codes_invalid')
    }
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select action, details from audit_entries where subject_id = $1 order by at`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'reward.created',
      'reward.codes_loaded',
      'reward.codes_loaded',
    ])
    expect(JSON.stringify(rows)).not.toContain('CINE')
  })

  it('stores codes encrypted, and re-encrypts them under a new key', async () => {
    await test.aReward(['SECRETO-77'])
    const dump = async () =>
      (await asOwner(test.deps.databaseUrl, `select * from reward_codes`)).rows
    const stored = (await dump()).map(({ code_sealed: sealed }) => sealed.toString('latin1'))
    expect(stored.join()).not.toContain('SECRETO')
    const { dataKey } = test.deps.secrets
    const newest = Buffer.alloc(32, 9)
    const secrets = {
      ...test.deps.secrets,
      dataKey: sealingKeys(
        newest,
        dataKey.all.map(({ bytes }) => bytes),
      ),
    }
    const rows = stored.length
    expect(await reseal({ db: test.deps.db, secrets }, 'reward_codes.code_sealed')).toEqual({
      read: rows,
      renewed: rows,
    })
    expect(await reseal({ db: test.deps.db, secrets }, 'reward_codes.code_sealed')).toEqual({
      read: rows,
      renewed: 0,
    })
    await asOwner(test.deps.databaseUrl, 'delete from reward_codes')
  })
})

describe('a redemption', () => {
  it('takes points for a code, and answers the same code when the key is repeated', async () => {
    const person = await somebodyWith(25)
    const id = await test.aReward(['UNA-1', 'UNA-2', 'UNA-3'])
    const first = await test.redeem(person, id, 'canje-0001')
    expect(first.status).toBe(201)
    expect(first.body.redemption).toMatchObject({ rewardId: id, points: 10, code: 'UNA-1' })
    expect((await test.redeem(person, id, 'canje-0001')).body).toEqual(first.body)
    const second = await test.redeem(person, id, 'canje-0002')
    expect(second.body.redemption.code).toBe('UNA-2')
    expect(await test.points(person)).toBe(5)
    expect((await test.redeem(person, id, 'canje-0003')).body.code).toBe('points_insufficient')
    const { body } = await test.call(person, 'GET', '/rewards/redemptions')
    const codes = body.items.map(({ code }: { code: string }) => code)
    expect(codes.sort()).toEqual(['UNA-1', 'UNA-2'])
    expect(await test.toldOfPoints(person)).toEqual(['reward_redeemed', 'reward_redeemed'])
    const own = await test.call(await somebodyWith(0), 'GET', '/rewards/redemptions')
    expect(own.body.items).toEqual([])
  })

  it('refuses to redeem without stock, above the limit, out of date or without Gold', async () => {
    const person = await somebodyWith(1_000)
    const refusal = async (id: string) => (await test.redeem(person, id)).body.code
    const single = await test.aReward(['SOLO-1', 'SOLO-2'], { perPerson: 1 })
    expect((await test.redeem(person, single)).status).toBe(201)
    expect(await refusal(single)).toBe('reward_limit')
    const last = await test.aReward(['FIN-1'])
    expect((await test.redeem(person, last)).status).toBe(201)
    expect(await refusal(last)).toBe('reward_sold_out')
    const over = { validFrom: '2026-01-01', validUntil: '2026-11-19' }
    expect(await refusal(await test.aReward(['AYER-1'], over))).toBe('reward_closed')
    const ahead = { validFrom: '2026-11-21', validUntil: '2026-12-01' }
    expect(await refusal(await test.aReward(['LUEGO-1'], ahead))).toBe('reward_closed')
    expect(await refusal(await test.aReward(['ORO-1'], { goldOnly: true }))).toBe(
      'reward_gold_only',
    )
    const unknown = '01890000-0000-7000-8000-00000000dead'
    expect(await refusal(unknown)).toBe('reward_not_found')
    expect(await test.points(person)).toBe(980)
  })

  it('refuses a redemption while the person owes a charged back top-up', async () => {
    const person = await somebodyWith(100)
    await asOwner(
      test.deps.databaseUrl,
      `insert into ledger_accounts (id, kind, owner_id, currency, balanced, debits_posted,
         credits_posted, created_at)
       values (gen_random_uuid(), 'receivable', $1, 'COP', true, 5000, 0, now())`,
      [person.userId],
    )
    const id = await test.aReward(['DEUDA-1'])
    expect((await test.redeem(person, id)).body.code).toBe('debt_open')
    expect(await test.points(person)).toBe(100)
  })

  it('gives the last code to exactly one of several parallel redemptions', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => somebodyWith(10)))
    const id = await test.aReward(['ULTIMO-1'])
    const answers = await Promise.all(people.map((person) => test.redeem(person, id)))
    const codes = answers.map(({ body }) => body.redemption?.code ?? body.code).sort()
    expect(codes).toEqual(['ULTIMO-1', ...Array.from({ length: 7 }, () => 'reward_sold_out')])
    const left = await Promise.all(people.map((person) => test.points(person)))
    expect(left.sort()).toEqual([0, ...Array.from({ length: 7 }, () => 10)])
  })

  it('spends points once when one person redeems several times in parallel', async () => {
    const person = await somebodyWith(15)
    const id = await test.aReward(['VARIOS-1', 'VARIOS-2', 'VARIOS-3', 'VARIOS-4'])
    const answers = await Promise.all([1, 2, 3, 4].map(() => test.redeem(person, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await test.points(person)).toBe(5)
  })
})

it('reports a code without payment, and points without a cause, as mismatches', async () => {
  const namesOf = async () => (await findMismatches(test.deps)).map(({ check }) => check)
  // The factory gives points without a cause.
  expect(await namesOf()).toContain('point-causes')
  expect(await namesOf()).not.toContain('redemptions')
  await asOwner(
    test.deps.databaseUrl,
    `with one as (select * from reward_items limit 1), coded as (
       insert into reward_codes select gen_random_uuid(), one.id, '\\x00', sha256('x'),
         one.created_by, now() from one returning id, item_id, loaded_by)
     insert into reward_redemptions
       select gen_random_uuid(), item_id, loaded_by, id, 10, now() from coded`,
  )
  expect(await namesOf()).toContain('redemptions')
})
