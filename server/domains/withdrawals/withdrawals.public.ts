export { disputedFares, endUnsentWithdrawals } from './may-leave.ts'
export { lookUpPayout } from './look-up-payout.ts'
export { withdrawalsData } from './personal-data.ts'
export { resealAccounts, resealSendings, resealWithdrawals } from './reseal-destinations.ts'
