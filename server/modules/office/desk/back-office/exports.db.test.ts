import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { displayCode } from '#contract/display-code.ts'
import type { RouteDef } from '#contract/route.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, freshToken, type TestUser } from '#test/factories.ts'

// Every file of the desk opens in a spreadsheet with Colombian settings and can be read by people.

/** Calls whose description names CSV and that are no list of the desk. */
const OTHERS: Record<string, string> = {
  'reconciliation.statement': 'takes a file',
  'rewards.addCodes': 'takes a file',
  'withdrawals.downloadBatch': 'has the columns of a provider',
}

const exported = Object.entries(api).flatMap(([domain, group]) =>
  Object.entries(group as Record<string, RouteDef>).flatMap(([name, route]) =>
    /CSV/.test(`${route.summary} ${route.description}`)
      ? [[`${domain}.${name}`, route] as const]
      : [],
  ),
)
const files = exported.filter(([name]) => !(name in OTHERS))

let test: BookingsApp
let admin: TestUser
let ana: TestUser
let nameless: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  admin = await aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', 'admin', 'finance'] })
  const trip = await test.newTrip()
  ana = await test.aPassenger()
  await aFundedWallet(test.deps, ana.userId, 500_000)
  await test.booked(ana, trip)
  nameless = await aUser(test.deps)
  await asOwner(
    test.deps.databaseUrl,
    'update users set first_name = null, last_name = null, username = null where id = $1',
    [nameless.userId],
  )
  await aFundedWallet(test.deps, nameless.userId, 50_000)
  // Writes the first line of the trail.
  await fileOf(api.backOffice.downloadPeople)
})

const REASON = 'Lo pide la Superintendencia.'

async function countTaken(): Promise<number> {
  const sql = `select count(*)::int as n from staff_actions
    where action = 'list.downloaded' and actor_id = $1 and reason = $2`
  return (await asOwner(test.deps.databaseUrl, sql, [admin.userId, REASON])).rows[0].n
}

async function fileOf(route: RouteDef): Promise<string> {
  const authorization = `Bearer ${await freshToken(test.deps, admin)}`
  const url = `/api${route.path.replace(':ledgerAccountId', walletId(ana.userId))}`
  const payload = { reason: REASON }
  const sent = route.method === 'POST' ? { method: 'POST' as const, payload } : {}
  const answer = await test.app.inject({ url, headers: { authorization }, ...sent })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

it('every call that names CSV is an export of the desk or known to be another', () => {
  expect(exported.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(OTHERS)))
  expect(files.length).toBeGreaterThan(5)
})

describe.each(files)('the file of %s', (_name, route) => {
  it('has semicolons, a byte order mark, times in Bogotá and Spanish words', async () => {
    const text = await fileOf(route)
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text).not.toContain('sep=')
    const [head = '', ...lines] = text.slice(1).trim().split('\r\n')
    expect(head.split(';').length).toBeGreaterThan(5)
    expect(lines.length).toBeGreaterThan(0)
    const cells = lines.flatMap((line) => line.split(';'))
    expect(cells.some((cell) => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(cell))).toBe(true)
    // Neither an instant of the program, nor a code of it, nor a formula.
    expect(cells.filter((cell) => /\dT\d\d:|Z$/.test(cell))).toEqual([])
    expect(cells.filter((cell) => /^[a-z]+(?:[._][a-z]+)+$|^(?:true|false)$/.test(cell))).toEqual(
      [],
    )
    expect(
      cells.filter((cell) =>
        /^(?:confirmed|published|approved|billetera|topup|pending|user|list)$/.test(cell),
      ),
    ).toEqual([])
    expect(cells.filter((cell) => /^[=+@\t-]/.test(cell))).toEqual([])
  })

  it('is recorded in the trail of the team with its reason', async () => {
    const before = await countTaken()
    await fileOf(route)
    expect((await countTaken()) - before).toBe(1)
  })
})

it('tells people apart by their short code, also without a name', async () => {
  const people = await fileOf(api.backOffice.downloadPeople)
  for (const { userId } of [ana, admin]) expect(people).toContain(`· ${displayCode(userId)};`)
  expect(people).toContain(`Sin nombre · ${displayCode(nameless.userId)};`)
  const payments = await fileOf(api.backOffice.downloadPayments)
  expect(payments).toContain(`Sin nombre · ${displayCode(nameless.userId)};`)
})
