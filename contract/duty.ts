import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { SHIFT_HOURS_MAX, SHIFT_TIMES_MAX } from './duty-limits.ts'
import { get, post } from './route.ts'

/** Continuous hours that one person is on duty. */
const Shift = z.object({
  id: Id,
  person: z.object({ id: Id, name: z.string() }),
  /** Whether the person is the backup, called two minutes later when nobody answers. */
  isBackup: z.boolean(),
  startsAt: Instant,
  endsAt: Instant,
  /** Number of later shifts of the same repeated entry. */
  following: z.int(),
})
export type DutyShift = z.infer<typeof Shift>

const DutyPerson = z.object({
  id: Id,
  name: z.string(),
  /** Whether the account has a proved phone number, to which text messages are sent. */
  phoneProved: z.boolean(),
  /** Shown to the person and to admins; null for other viewers and without a number. */
  phone: z.string().nullable(),
})
export type DutyPerson = z.infer<typeof DutyPerson>

const Roster = z.object({
  /** Instant up to which the roster should be complete. */
  until: Instant,
  shifts: z.array(Shift),
  /** Periods before `until` in which nobody is on duty. */
  gaps: z.array(z.object({ from: Instant, to: Instant })),
  people: z.array(DutyPerson),
  me: z.object({ person: DutyPerson, onDuty: z.boolean(), next: Shift.nullable() }),
  /** Whether text messages can be sent, and whether the company's phone is configured. */
  texts: z.boolean(),
  companyPhone: z.boolean(),
  can: z.object({ manage: z.boolean() }),
})
export type Roster = z.infer<typeof Roster>

const Alarm = z.object({
  id: Id,
  kind: z.enum(['emergency', 'drill']),
  /** Null for a drill. */
  incidentId: Id.nullable(),
  pressedAt: Instant,
})
export type DutyAlarm = z.infer<typeof Alarm>

/** One call for an alarm: the person, the channel and the time. */
export const DutyCall = z.object({
  minute: z.int(),
  /** Null for the company's phone. */
  name: z.string().nullable(),
  channels: z.array(z.enum(['push', 'mail', 'whatsapp', 'sms'])),
  at: Instant,
})
export type DutyCall = z.infer<typeof DutyCall>

const Alarms = z.object({ alarms: z.array(Alarm), onDuty: z.boolean() })
export type DutyAlarms = z.infer<typeof Alarms>

const handles = { permission: 'incidents.handle' } as const
const manages = { permission: 'staff.manage' } as const

export const duty = {
  show: get('/admin/duty', {
    auth: handles,
    summary: 'Show the roster of the next 14 days',
    description:
      'Returns the roster of the next 14 days with its gaps, who may be on duty, and the own ' +
      'phone. Numbers of others are shown to admins only.',
    ok: Roster,
  }),
  add: post('/admin/duty/shifts', {
    auth: manages,
    summary: 'Add a shift',
    description:
      'Adds a shift of whole hours, repeated every day or week. A person is not on duty twice in ' +
      'the same hour, so a repeat of the call is refused.',
    body: z.strictObject({
      userId: Id,
      /** Must be a whole hour. */
      startsAt: Instant.refine((at) => new Date(at).getTime() % 3_600_000 === 0),
      hours: z.int().min(1).max(SHIFT_HOURS_MAX),
      isBackup: z.boolean(),
      repeat: z.enum(['daily', 'weekly']),
      times: z.int().min(1).max(SHIFT_TIMES_MAX),
    }),
    ok: Roster,
    status: 201,
    limit: { max: 300, windowSeconds: 3600, by: 'user' },
    errors: ['duty_person', 'duty_overlap', 'duty_past'],
  }),
  remove: post('/admin/duty/shifts/:shiftId/remove', {
    auth: manages,
    summary: 'Remove a shift',
    description:
      'Removes what is left of a shift; with `following` also the later ones of the same entry. ' +
      'Safe to repeat.',
    body: z.strictObject({ following: z.boolean() }),
    ok: Roster,
  }),
  alarms: get('/admin/duty/alarms', {
    auth: handles,
    summary: 'List alarms and drills',
    description:
      'Returns alarms that nobody has answered, oldest first; not those of a trip of the caller.',
    ok: Alarms,
  }),
  drill: post('/admin/duty/drills', {
    auth: handles,
    summary: 'Start a drill',
    description:
      'Calls the people on duty as an emergency would, marked as a drill in every message. While ' +
      'one is running it is the same drill.',
    body: z.strictObject({}),
    ok: Alarms,
    limit: { max: 6, windowSeconds: 3600, by: 'user' },
  }),
  answerDrill: post('/admin/duty/drills/:drillId/answer', {
    auth: handles,
    summary: 'Answer a drill',
    description:
      'Ends a drill: nobody else is called. Safe to repeat. An emergency is taken at its ' +
      'incident instead.',
    body: z.strictObject({}),
    ok: Alarms,
  }),
}
