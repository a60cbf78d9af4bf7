export { grantAdminByOperator, grantSecondByOperator } from './grant-by-operator.ts'
export { listUnsignedInvitations } from './show-team.ts'
export { endInvitation } from './team.queries.ts'
