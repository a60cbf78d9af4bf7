import type { DutyPerson, DutyShift, Roster } from '#contract/duty.ts'
import { mayDo } from '#contract/permissions.ts'
import { textChannels } from '#server/modules/foundation/notifications/index.ts'
import {
  findPeople,
  findUser,
  openPhone,
  type StaffRow,
} from '#server/modules/people/users/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listOnDuty, listShifts, listUncoveredHours, type ShiftRow } from './roster.queries.ts'
import { hourOf, listResponders, rosterSpan, spansOf } from './staff-on-call.ts'

type ShowDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls' | 'config'>

/** Shows the duty roster of the next days with its gaps. */
export async function showRoster(deps: ShowDeps, { userId }: ActorId): Promise<Roster> {
  const { db } = deps
  const now = deps.clock.now()
  const span = rosterSpan(now)
  const responders = await listResponders(db)
  const staff = responders.map(({ id }) => id)
  const shifts = await listShifts(db, span)
  const gaps = spansOf(await listUncoveredHours(db, { ...span, staff }))
  const onDuty = await listOnDuty(db, { hour: hourOf(now), staff: [userId] })
  const isManager = mayDo((await findUser(db, userId)).roles, 'staff.manage')
  const names = await findPeople(db, [...staff, ...shifts.map((shift) => shift.userId)])
  const nameOf = (id: string) => names.get(id)?.name ?? ''
  const people: DutyPerson[] = []
  for (const person of responders) {
    const isShown = isManager || person.id === userId
    people.push(await presentPerson(deps, person, { name: nameOf(person.id), isShown }))
  }
  const me = people.find(({ id }) => id === userId)
  const next = shifts.find((shift) => shift.userId === userId)
  return {
    until: span.to.toISOString(),
    shifts: shifts.map((shift) => presentShift(shift, nameOf)),
    gaps: gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    people,
    me: {
      person: me ?? { id: userId, name: nameOf(userId), phoneProved: false, phone: null },
      onDuty: onDuty.length > 0,
      next: next ? presentShift(next, nameOf) : null,
    },
    texts: textChannels(deps).length > 0,
    companyPhone: deps.config.emergencyPhone !== undefined,
    can: { manage: isManager },
  }
}

function presentShift(shift: ShiftRow, nameOf: (id: string) => string): DutyShift {
  const { userId, startsAt, endsAt, ...rest } = shift
  return {
    ...rest,
    person: { id: userId, name: nameOf(userId) },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

/** Presents a team member with the phone number of the account, which is called on duty. */
async function presentPerson(
  { db, secrets }: ShowDeps,
  { id, phoneProved }: StaffRow,
  { name, isShown }: { name: string; isShown: boolean },
): Promise<DutyPerson> {
  const phone = isShown && phoneProved ? openPhone(secrets, await findUser(db, id)) : null
  return { id, name, phoneProved, phone }
}
