export { refundUnsigned } from './desk-actions.messages.ts'
export { lapseCredit, proposeCredit, proposeRefund } from './money-acts.ts'
export { listProposedMoney } from './show-actions.ts'
