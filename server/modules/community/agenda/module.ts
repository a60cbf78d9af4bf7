import type { Room } from '#server/platform/room.ts'
import { agendaRoutes } from './agenda.routes.ts'

export const agendaModule: Room = {
  name: 'agenda',
  routes: [agendaRoutes],
}
