export { lookUpPayout } from './look-up-payout.ts'
export { disputedFares, endUnsentWithdrawals } from './may-leave.ts'
export { listWithdrawalsToSign } from './queue.queries.ts'
export { resealAccounts, resealSendings, resealWithdrawals } from './reseal-destinations.ts'
