import type { Module } from '#server/platform/module.ts'
import { walletRoutes } from './wallet.routes.ts'

export const walletModule: Module = { name: 'wallet', routes: [walletRoutes] }
