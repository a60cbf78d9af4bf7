import type { RoomData } from '#server/platform/room-data.ts'

export const integrityData = {
  tables: { integrity_watch: { app: 'write', impersonal: 'which process verifies' } },
} satisfies RoomData
