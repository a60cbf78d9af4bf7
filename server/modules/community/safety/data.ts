import { type ModuleData, PSEUDONYMOUS } from '#server/platform/module-data.ts'
import { leaveWithAccount } from './duty/leave-roster.ts'
import { toldColumn } from './open-incident.ts'
import { reachColumn } from './reach-contact.ts'
import { nameColumn } from './share-trip.ts'

export const safetyData = {
  tables: {
    trip_shares: {
      app: 'write',
      sealed: { name_sealed: 'trip_shares.name' },
      title: 'Enlaces para seguir tus viajes',
      why: 'somebody whom the person trusts follows a trip',
      of: ['user_id'],
      take: ['id', 'trip_id', 'name_sealed', 'created_at'],
      leave: { 'a secret': ['token_hash'], 'a key': ['booking_id'] },
      open: ({ secrets }, { name_sealed, ...row }) => {
        const sealed = { id: String(row.id), sealed: name_sealed as Buffer }
        return { ...row, name: nameColumn.open(secrets, sealed) }
      },
      erase: { delete: true },
      keep: { job: 'safety.forget-ended-trips', time: 'until the trip is over' },
    },
    shared_positions: {
      app: 'write',
      sealed: { sealed: 'shared_positions.sealed' },
      title: 'Tu última posición compartida',
      why: 'shows where somebody who shares a trip is; in an emergency, also to the team',
      of: ['user_id'],
      take: ['trip_id', 'at'],
      leave: { 'a position of the last minutes, shown on the screen': ['sealed'], 'a key': ['id'] },
      erase: { delete: true },
      keep: { job: 'safety.forget-ended-trips', time: 'until the trip is over' },
    },
    trusted_contacts: {
      app: 'write',
      sealed: { sealed: 'trusted_contacts.sealed' },
      title: 'Tu contacto de confianza',
      why: 'somebody hears at home how the person travels',
      of: ['user_id'],
      take: ['id', 'sealed', 'status', 'tells', 'invited_at', 'answered_at'],
      open: ({ secrets }, { sealed, ...row }) => {
        return {
          ...row,
          ...reachColumn.open(secrets, { id: String(row.id), sealed: sealed as Buffer }),
        }
      },
      erase: { delete: true },
      closing: 'a contact is deleted with the account',
      keep: { account: true },
    },
    trusted_contact_refusals: {
      app: 'write',
      title: 'Contactos que no quisieron serlo',
      why: 'who refused is not asked again',
      of: ['user_id'],
      take: ['at'],
      leave: { 'a digest of the number or address of somebody else': ['contact_index'] },
      erase: { nothing: `protects somebody else; ${PSEUDONYMOUS}` },
      keep: { always: 'a refusal is final' },
    },
    trusted_contact_news: {
      app: 'write',
      title: 'Lo que le contamos a tu contacto',
      why: 'the contact is told each thing once',
      of: ['user_id'],
      take: ['trip_id', 'event', 'at'],
      erase: { delete: true },
      keep: { job: 'safety.forget-ended-trips', time: 'until 3 days after the trip' },
    },
    incidents: {
      app: 'write',
      sealed: { sealed: 'incidents.sealed' },
      title: 'Avisos de seguridad',
      why: 'the team helps somebody in danger',
      of: ['user_id'],
      others: ['taken_by', 'closed_by'],
      take: [
        'id',
        'trip_id',
        'kind',
        'sealed',
        'pressed_at',
        'presses',
        'last_pressed_at',
        'created_at',
        'outcome',
        'answer',
        'closed_at',
      ],
      leave: {
        'deadlines of the team': ['due_at', 'overdue_at', 'taken_at'],
        'a key': ['booking_id'],
      },
      open: ({ secrets }, { sealed, ...row }) => {
        return {
          ...row,
          ...toldColumn.open(secrets, { id: String(row.id), sealed: sealed as Buffer }),
        }
      },
      erase: { nothing: `evidence of a danger, also for others; ${PSEUDONYMOUS}` },
      closing: 'help in a danger never waits for an account, nor an account for it',
      keep: { always: 'evidence of a danger and of what was done' },
    },
    incident_notes: {
      app: 'write',
      title: 'Notas del equipo sobre tus avisos',
      why: 'the team says what it did',
      within: { column: 'incident_id', table: 'incidents' },
      others: ['author_id'],
      take: ['at'],
      leave: { 'words of the team, also about others': ['body'], 'a key': ['id'] },
      erase: { nothing: `evidence of what was done; ${PSEUDONYMOUS}` },
      keep: { with: 'incidents' },
    },
    duty_calls: {
      app: 'append',
      title: 'Cuándo te llamamos por una emergencia o un simulacro',
      why: 'shows that somebody was called, and whom',
      of: ['user_id'],
      take: ['minute', 'channel', 'at'],
      leave: { 'a key': ['id', 'alarm_id'] },
      erase: { nothing: `evidence of what was done in a danger; ${PSEUDONYMOUS}` },
      keep: { always: 'evidence of what was done in a danger' },
    },
    duty_alarms: {
      app: 'write',
      title: 'Emergencias y simulacros que respondiste',
      why: 'calls people of the team until one of them answers',
      of: ['started_by', 'answered_by'],
      take: ['pressed_at', 'raised_at', 'answered_at'],
      leave: {
        'about somebody else': ['incident_id'],
        'people of the team who were on that trip: not called': ['not_for'],
        'a key': ['id'],
      },
      erase: { nothing: `evidence of what was done in a danger; ${PSEUDONYMOUS}` },
      keep: { always: 'evidence of what was done in a danger' },
    },
    duty_hours: {
      app: 'write',
      title: 'Tus turnos de guardia',
      why: 'an emergency calls who is on duty',
      of: ['user_id'],
      others: ['set_by'],
      take: ['hour', 'is_backup', 'set_at'],
      leave: { 'a key': ['shift_id', 'series_id'] },
      erase: { how: 'deleted; admins are told of hours without anybody', run: leaveWithAccount },
      keep: { days: 90, since: 'hour' },
    },
  },
} satisfies ModuleData
