import type { RoomData } from '#server/platform/room-data.ts'

export const safePointsData = {
  tables: {
    safe_point_reports: {
      app: 'write',
      title: 'Reportes de puntos seguros',
      why: 'a point that is gone or unsafe is hidden',
      of: ['reporter_id'],
      others: ['resolved_by'],
      take: ['reason', 'details', 'created_at', 'resolved_at'],
      leave: { 'a key': ['id', 'safe_point_id'] },
      erase: { clear: { details: null } },
      closing: 'a report stays without a name',
      keep: { days: 730, since: 'resolved_at' },
    },
    safe_points: {
      app: 'write',
      title: 'Puntos seguros que propusiste',
      why: 'places where people meet',
      of: ['proposed_by'],
      others: ['decided_by'],
      take: [
        'name',
        'kind',
        'address',
        'hours',
        'place_id',
        'lat',
        'lng',
        'status',
        'created_at',
        'decided_at',
      ],
      leave: { 'a step of the program': ['id', 'approximate', 'photo_key', 'reason'] },
      erase: { clear: { proposed_by: null } },
      closing: 'a proposal stays without a name',
      keep: { always: 'a place, not a person' },
    },
  },
} satisfies RoomData
