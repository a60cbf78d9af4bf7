export { disputedFares, endUnsentWithdrawals } from './hand-over.ts'
export { lookUpPayout } from './look-up-payout.ts'
export { withdrawalsData } from './personal-data.ts'
export { resealAccounts, resealWithdrawals } from './reseal-destinations.ts'
