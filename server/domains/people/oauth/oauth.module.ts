import type { Room } from '#server/platform/room.ts'
import { oauthData } from './oauth.data.ts'
import { oauthJobs } from './oauth.jobs.ts'
import * as messages from './oauth.messages.ts'
import { oauthRoutes } from './oauth.routes.ts'

export const oauthModule: Room = {
  name: 'oauth',
  data: oauthData,
  routes: [oauthRoutes],
  jobs: oauthJobs,
  messages: Object.values(messages),
}
