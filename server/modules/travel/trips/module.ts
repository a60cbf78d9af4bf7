import type { Module } from '#server/platform/module.ts'
import { tripsData } from './data.ts'
import { tripsRoutes } from './trips.routes.ts'

export const tripsModule: Module = { name: 'trips', data: tripsData, routes: [tripsRoutes] }
