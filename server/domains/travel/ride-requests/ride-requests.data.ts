import type { RoomData } from '#server/platform/room-data.ts'

export const rideRequestsData = {
  tables: {
    ride_invitations: {
      app: 'write',
      title: 'Invitaciones a viajes',
      why: 'a driver invites who looks for a seat',
      within: { column: 'request_id', table: 'ride_requests' },
      take: ['trip_id', 'created_at', 'declined_at'],
      leave: { 'a key': ['request_id'] },
      erase: { delete: true },
      keep: { with: 'ride_requests' },
    },
    ride_requests: {
      app: 'write',
      title: 'Cupos que buscaste',
      why: 'drivers see who looks for a seat',
      of: ['user_id'],
      take: [
        'from_place',
        'to_place',
        'earliest',
        'latest',
        'seats',
        'max_price',
        'created_at',
        'withdrawn_at',
      ],
      leave: { 'a step of the program': ['id', 'alert_id', 'made_alert', 'ended_told_at'] },
      erase: { delete: true },
      keep: { days: 365, since: 'latest' },
    },
  },
} satisfies RoomData
