import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLAIM_OLD_DAYS, type Claim, type OpenedClaim } from '#contract/claims.ts'
import { displayCode } from '#contract/display-code.ts'
import { approveWithdrawal } from '#server/modules/money/withdrawals/index.ts'
import { findContact } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { type ClaimsApp, openClaimsApp } from '#test/claim-factories.ts'
import { aFundedWallet, aUser, matured, type TestUser } from '#test/factories.ts'
import { verifyIdentity } from '#test/withdrawal-factories.ts'
import { payClaims } from './pay-claims.ts'

let shop: ClaimsApp
let first: TestUser
let second: TestUser

beforeAll(async () => {
  shop = await openClaimsApp()
  first = await aUser(shop.deps, { firstName: 'Sara', roles: ['support'] })
  second = await aUser(shop.deps, { firstName: 'Raúl', roles: ['support', 'finance'] })
  for (const each of [first, second, ...shop.finance]) await verifyIdentity(shop, each)
})

const PESOS = 90_000
const REASON = 'Escribió con el número de su reclamo.'
const PAPERS = 'Registro civil de defunción y escritura de sucesión 1204.'
let person: TestUser
let claimId: string

beforeEach(async () => {
  person = await aUser(shop.deps, { firstName: 'Nubia', lastName: 'Rozo' })
  await verifyIdentity(shop, person)
  await aFundedWallet(shop.deps, person.userId, PESOS, matured(shop.clock.now()))
  expect(await shop.close(person.userId)).toBe(true)
  claimId = (await shop.claimOf(person.userId))?.id ?? ''
})

type Answer = { status: number; body: { code?: string; claim: OpenedClaim } }
const post = (who: TestUser, verb: string, body: object) =>
  shop.post(who, `/admin/claims/${claimId}/${verb}`, body) as unknown as Promise<Answer>
const open = (who: TestUser) => post(who, 'open', { reason: REASON })

const entryOf = (legalId: string, more: object = {}) => ({
  ...{ heir: false, name: 'Nubia Rozo', legalIdType: 'CC', legalId, papers: PAPERS },
  account: { kind: 'nequi', number: '3105550123' },
  ...more,
})

describe('the claim of an owner who had given no account', () => {
  it('finds a claim by its number, and lists only that one', async () => {
    const number = displayCode(claimId)
    const { body } = await shop.post(first, '/admin/find', { text: number.toLowerCase() })
    expect((body as unknown as { claims: Claim[] }).claims).toMatchObject([
      { id: claimId, number, pesos: PESOS },
    ])
    const alone = await shop.get(first, `/admin/claims?claim=${claimId}`)
    expect(alone.body).toMatchObject({ items: [{ id: claimId, number }], total: 1 })
  })

  it('lists a claim without a name, and records the reason of who opens it', async () => {
    const listed = await shop.get(first, '/admin/claims?status=all')
    const items = (listed.body as unknown as { items: Claim[] }).items
    const old = addMs(shop.clock.now(), CLAIM_OLD_DAYS * DAY_MS)
    expect(items).toContainEqual(
      expect.objectContaining({
        ...{ id: claimId, pesos: PESOS, state: 'no_account' },
        dueAt: queueDueAt(old).toISOString(),
      }),
    )
    expect(JSON.stringify(items)).not.toContain('Nubia')
    expect((await shop.get(person, '/admin/claims')).status).toBe(401)
    const { body } = await open(first)
    expect(body.claim.owner).toMatchObject({ name: 'Nubia Rozo', email: person.email })
    const seen = await shop.query(
      `select actor_id, reason from staff_actions
       where action = 'claim.viewed' and subject_id = $1`,
      [claimId],
    )
    expect(seen).toEqual([{ actor_id: first.userId, reason: REASON }])
  })

  it('refuses another document, and pays the account that somebody else approves', async () => {
    const { legalId } = (await open(second)).body.claim.owner ?? {}
    const other = await post(second, 'account', entryOf('99887766'))
    expect(other.body.code).toBe('claim_holder_differs')
    const { body } = await post(second, 'account', entryOf(legalId ?? ''))
    expect(body.claim).toMatchObject({ state: 'paying', account: { title: 'Nequi' } })
    await payClaims(shop.deps)
    const [asked] = await shop.withdrawalsOf(person.userId)
    expect(asked).toMatchObject({ pesos: PESOS, status: 'requested' })
    const withdrawalId = asked?.id ?? ''
    await expect(approveWithdrawal(shop.deps, second, { withdrawalId })).rejects.toMatchObject({
      code: 'same_human',
    })
    expect(await shop.payClaims(person.userId)).toBe(PESOS)
    expect((await post(second, 'account', entryOf(legalId ?? ''))).body.code).toBe(
      'claim_not_found',
    )
  })
})

describe('the claim of an heir', () => {
  const enter = () => post(first, 'account', entryOf('55443322', { heir: true, name: 'Ana Rozo' }))

  it('is paid after another human being has seen the papers', async () => {
    expect((await enter()).body.claim).toMatchObject({
      dueAt: queueDueAt(shop.clock.now()).toISOString(),
      state: 'heir',
      proposed: { holder: 'Ana Rozo', papers: PAPERS },
    })
    expect(await shop.payClaims(person.userId)).toBe(0)
    expect((await post(first, 'decide', { agree: true })).body.code).toBe('same_human')
    expect((await open(second)).body.claim.can).toEqual({ enter: true, decide: true })
    expect((await post(second, 'decide', { agree: true })).body.claim.state).toBe('paying')
    expect(await shop.payClaims(person.userId)).toBe(PESOS)
  })

  it('is paid to the account that the screen showed, and to no later one', async () => {
    const seen = (await enter()).body.claim.proposed?.at
    const late = entryOf('66554433', { heir: true, name: 'Luis Rozo', seenFirstAt: null })
    expect((await post(second, 'account', late)).body.code).toBe('case_changed')
    shop.clock.advance(1)
    const again = (await enter()).body.claim.proposed?.at
    for (const agree of [true, false]) {
      const { body } = await post(second, 'decide', { agree, seenFirstAt: seen })
      expect(body.code).toBe('case_changed')
    }
    const { body } = await post(second, 'decide', { agree: true, seenFirstAt: again })
    expect(body.claim).toMatchObject({ state: 'paying', account: { holder: 'Ana Rozo' } })
  })

  it("refuses the person who would be paid to enter or sign an heir's claim", async () => {
    const heirIs = async (who: TestUser) => {
      const { legalId } = await findContact(shop.deps.db, shop.deps, who.userId)
      return entryOf(legalId ?? '', { heir: true, name: 'Ana Rozo' })
    }
    expect((await post(first, 'account', await heirIs(first))).body.code).toBe('same_human')
    await post(first, 'account', await heirIs(second))
    expect((await post(second, 'decide', { agree: true })).body.code).toBe('same_human')
    const [jorge] = shop.finance
    await post(first, 'account', await heirIs(jorge))
    expect((await post(second, 'decide', { agree: true })).body.claim.state).toBe('paying')
    await payClaims(shop.deps)
    const [asked] = await shop.withdrawalsOf(person.userId)
    const refused = await shop.approve(jorge, asked?.id ?? '')
    expect(refused.body).toMatchObject({ code: 'same_human' })
    const lines = await shop.query(
      `select actor_id from audit_entries where action = 'team.same_human_refused'
         and subject_id in ($1, $2) order by at, id`,
      [claimId, asked?.id],
    )
    expect(lines.map((line) => line.actor_id)).toEqual(
      [first, second, jorge].map(({ userId }) => userId),
    )
  })

  it('keeps the claim as it was when the other person refuses', async () => {
    await enter()
    const { body } = await post(second, 'decide', { agree: false })
    expect(body.claim).toMatchObject({ state: 'no_account', proposed: null, account: null })
    expect(await shop.payClaims(person.userId)).toBe(0)
  })
})

it('shows an old claim on the first screen of the team after 90 days', async () => {
  const waiting = async () => {
    const { body } = await shop.get(first, '/admin/today')
    const { queues } = body as unknown as { queues: { queue: string; count: number }[] }
    return queues.find(({ queue }) => queue === 'claims')?.count
  }
  const before = (await waiting()) ?? 0
  shop.clock.advance(90 * DAY_MS)
  expect(await waiting()).toBeGreaterThan(before)
})
