import type { Module } from '#server/platform/module.ts'
import { blocksRoutes } from './blocks/blocks.routes.ts'
import { usersData } from './data.ts'
import * as messages from './users.messages.ts'
import { usersRoutes } from './users.routes.ts'

export const usersModule: Module = {
  name: 'users',
  data: usersData,
  routes: [usersRoutes, blocksRoutes],
  messages: Object.values(messages),
}
