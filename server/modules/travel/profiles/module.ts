import type { Module } from '#server/platform/module.ts'
import { profilesRoutes } from './profiles.routes.ts'

export const profilesModule: Module = { name: 'profiles', routes: [profilesRoutes] }
