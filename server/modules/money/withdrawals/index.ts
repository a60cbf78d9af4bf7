export { addProvedAccount } from './add-account.ts'
export { askWithdrawal } from './ask-withdrawal.ts'
export { createBatch } from './bank-file.ts'
export { cancelWithdrawal } from './cancel-withdrawal.ts'
export {
  addClaimAccount,
  askClaim,
  type ClaimAccount,
  findClaimAccount,
  presentClaimAccount,
} from './claim-withdrawal.ts'
export {
  approveWithdrawal,
  confirmResult,
  rejectWithdrawal,
  tellResult,
} from './decide-withdrawal.ts'
export { lookUpPayout } from './look-up-payout.ts'
export { disputedFares, endUnsentWithdrawals } from './may-leave.ts'
export { listWaitingSignatures, voidSignature, type WaitingSignature } from './queue.queries.ts'
