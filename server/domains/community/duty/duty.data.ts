import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'
import { leaveWithAccount } from './leave-roster.ts'

export const dutyData = {
  tables: {
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
} satisfies RoomData
