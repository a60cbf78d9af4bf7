import type { Room } from '#server/platform/room.ts'
import { ledgerData } from './ledger.data.ts'
import { ledgerJobs } from './ledger.jobs.ts'

export const ledgerModule: Room = { name: 'ledger', data: ledgerData, recurring: ledgerJobs }
