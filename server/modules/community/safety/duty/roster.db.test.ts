import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Body } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { type DutyApp, type Member, openDutyApp } from '#test/duty-factories.ts'
import { leaveWithAccount } from './leave-roster.ts'

let test: DutyApp
let alba: Member
let sara: Member

beforeAll(async () => {
  test = await openDutyApp()
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.emptyTeam()
  alba = await test.member('Alba', 'admin')
  sara = await test.member('Sara')
})

const inHours = (hours: number) => addMs(TEST_NOW, hours * HOUR_MS).toISOString()
const END = addMs(TEST_NOW, 14 * DAY_MS).toISOString()

function add(who: Member, more: Body = {}, by = alba) {
  return test.call(by, 'POST', '/admin/duty/shifts', {
    userId: who.userId,
    startsAt: inHours(0),
    hours: 24,
    isBackup: false,
    repeat: 'daily',
    times: 14,
    ...more,
  })
}

const show = async (by = alba) => (await test.call(by, 'GET', '/admin/duty')).body

async function toldOfGaps(): Promise<{ email: string; short: number }[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select u.email from notifications n join users u on u.id = n.user_id
     where n.kind = 'roster_gap' order by n.created_at`,
  )
  return rows
}

describe('the roster', () => {
  it('shows every hour of the next 14 days without anybody on duty', async () => {
    expect((await show()).gaps).toEqual([{ from: inHours(0), to: END }])
    const added = await add(sara, { startsAt: inHours(2), hours: 12 })
    expect(added.status).toBe(201)
    expect(added.body.shifts).toHaveLength(14)
    expect(added.body.shifts[0]).toMatchObject({
      person: { id: sara.userId, name: 'Sara G.' },
      startsAt: inHours(2),
      endsAt: inHours(14),
      isBackup: false,
      following: 13,
    })
    expect(added.body.gaps).toHaveLength(15)
    expect(added.body.gaps.slice(0, 2)).toEqual([
      { from: inHours(0), to: inHours(2) },
      { from: inHours(14), to: inHours(26) },
    ])
    await add(alba, { startsAt: inHours(0), hours: 2, isBackup: true, times: 1 })
    expect((await show()).gaps[0]).toEqual({ from: inHours(14), to: inHours(26) })
  })

  it('repeats a shift weekly', async () => {
    const { body } = await add(sara, { hours: 8, repeat: 'weekly', times: 3 })
    const from = body.shifts.map(({ startsAt }: { startsAt: string }) => startsAt)
    expect(from).toEqual([inHours(0), inHours(7 * 24)])
  })

  it('refuses overlapping shifts of one person, and accepts two people in one hour', async () => {
    await add(sara, { startsAt: inHours(5), hours: 2, times: 1 })
    const overlapping = await add(sara, { startsAt: inHours(0), hours: 6, times: 1 })
    expect([overlapping.status, overlapping.body.code]).toEqual([409, 'duty_overlap'])
    expect((await show()).shifts).toHaveLength(1)
    expect((await add(sara, { startsAt: inHours(7), hours: 1, times: 1 })).status).toBe(201)
    expect((await add(alba, { startsAt: inHours(5), hours: 2, times: 1 })).status).toBe(201)
  })

  it('refuses shifts of people outside the team, of partial hours and of past hours', async () => {
    const code = async (who: Member, more: Body) => (await add(who, more)).body.code
    const finance = await test.member('Fabio', 'finance')
    expect(await code(finance, {})).toBe('duty_person')
    expect(await code(sara, { startsAt: inHours(-1) })).toBe('duty_past')
    expect(await code(sara, { startsAt: inHours(401 * 24) })).toBe('duty_past')
    expect(await code(sara, { startsAt: inHours(0.5) })).toBe('invalid_request')
    expect((await add(sara, {}, sara)).body.code).toBe('forbidden')
  })

  it('removes one shift, or a shift and the later ones of its series', async () => {
    const { shifts } = (await add(sara, { times: 4 })).body
    const remove = (id: string, following: boolean) =>
      test.call(alba, 'POST', `/admin/duty/shifts/${id}/remove`, { following })
    await remove(shifts[1].id, false)
    const left = (await remove(shifts[2].id, true)).body.shifts
    expect(left.map(({ id }: { id: string }) => id)).toEqual([shifts[0].id])
    expect((await remove(shifts[2].id, true)).status).toBe(200)
    // Past hours of a running shift stay as a record.
    test.clock.advance(3 * HOUR_MS)
    await remove(shifts[0].id, false)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select count(*)::int as hours from duty_hours',
    )
    expect(rows).toEqual([{ hours: 3 }])
  })

  it('shows the phone number of a team member to its owner and to admins only', async () => {
    const phones = async (by: Member) => {
      const { people } = await show(by)
      return people.map(({ name, phone }: Body) => [name, phone]).sort()
    }
    expect(await phones(alba)).toEqual([
      ['Alba G.', alba.phone],
      ['Sara G.', sara.phone],
    ])
    expect(await phones(sara)).toEqual([
      ['Alba G.', null],
      ['Sara G.', sara.phone],
    ])
    expect((await show(sara)).me.person.phone).toBe(sara.phone)
  })
})

describe('somebody who leaves the team', () => {
  const take = (roles: string[]) =>
    test.call(alba, 'POST', `/admin/people/${sara.userId}/roles/take`, {
      roles,
      reason: 'Terminó su contrato.',
    })

  it('removes the shifts of a person who loses the role, and reports the gap', async () => {
    await add(sara)
    const before = (await toldOfGaps()).length
    expect((await take(['support'])).status).toBe(200)
    const roster = await show()
    expect([roster.shifts, roster.gaps]).toEqual([[], [{ from: inHours(0), to: END }]])
    expect((await toldOfGaps()).slice(before)).toEqual([{ email: alba.email }])
    await test.runJobs()
    expect(test.phones.messages()).toEqual([])
  })

  it('keeps the shifts of a person while another of their roles allows them', async () => {
    const sql = `update users set roles = '{passenger,support,verifier}' where id = $1`
    await asOwner(test.deps.databaseUrl, sql, [sara.userId])
    await add(sara)
    await take(['verifier'])
    expect((await show()).shifts).toHaveLength(14)
  })

  it('tells nobody about lost shifts whose hours another person covers', async () => {
    await add(sara)
    await add(alba, { isBackup: true })
    const before = (await toldOfGaps()).length
    await take(['support'])
    expect(await toldOfGaps()).toHaveLength(before)
  })

  it('deletes the shifts of a person whose account is erased, and tells admins', async () => {
    await add(sara)
    const before = (await toldOfGaps()).length
    const erase = () =>
      inTransaction(test.deps.db, (tx) => leaveWithAccount(tx, test.deps, sara.userId))
    await erase()
    await erase()
    expect((await show()).shifts).toEqual([])
    expect((await toldOfGaps()).slice(before)).toEqual([{ email: alba.email }])
  })

  it('does not count an expelled person as on duty', async () => {
    await add(sara)
    expect((await show()).gaps).toEqual([])
    const sql = `insert into user_standing (user_id, expelled) values ($1, true)`
    await asOwner(test.deps.databaseUrl, sql, [sara.userId])
    expect((await show()).gaps).toEqual([{ from: inHours(0), to: END }])
  })
})
