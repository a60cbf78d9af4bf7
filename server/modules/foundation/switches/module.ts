import type { Module } from '#server/platform/module.ts'
import { switchesData } from './data.ts'

export const switchesModule: Module = { name: 'switches', data: switchesData }
