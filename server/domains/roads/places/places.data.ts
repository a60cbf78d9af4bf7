import type { RoomData } from '#server/platform/room-data.ts'

export const placesData = {
  tables: {
    places: { app: 'write', impersonal: 'municipalities' },
    roads: { app: 'write', impersonal: 'roads' },
    toll_stations: { app: 'write', impersonal: 'public prices' },
    toll_tariffs: { app: 'write', impersonal: 'public prices' },
    corridors: { app: 'write', impersonal: 'roads' },
    corridor_pairs: { app: 'write', impersonal: 'roads' },
  },
} satisfies RoomData
