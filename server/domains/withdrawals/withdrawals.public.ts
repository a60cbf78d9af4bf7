export { lookUpPayout } from './look-up-payout.ts'
export { disputedFares, endUnsentWithdrawals } from './may-leave.ts'
export { withdrawalsData } from './personal-data.ts'
export { resealAccounts, resealSendings, resealWithdrawals } from './reseal-destinations.ts'
