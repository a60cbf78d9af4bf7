export { grantAdminByOperator } from './grant-by-operator.ts'
export { invitationsToSign } from './show-team.ts'
