import { z } from 'zod'
import { Email } from './auth-account.ts'
import { distinct, Id, Instant, inputText, longText } from './common.ts'
import { get, post } from './route.ts'
import { signedErrors } from './team-acts.ts'
import { STAFF_REASON_MAX, STAFF_REASON_MIN } from './team-limits.ts'

export const TeamRole = z.enum(['verifier', 'support', 'finance', 'admin'])
export type TeamRole = z.infer<typeof TeamRole>

/** Roles that move money or appoint team members: two people must grant them. */
const POWERFUL: readonly TeamRole[] = ['finance', 'admin']

/** Whether two people must sign before a person gets these roles. */
export function takesTwo(roles: readonly TeamRole[]): boolean {
  return roles.some((role) => POWERFUL.includes(role))
}

/** A person who works for Cupo, and how their access is protected. */
const Colleague = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string(),
  roles: z.array(TeamRole),
  totp: z.boolean(),
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
  /** Whether the viewer can reset the second factors; never the viewer's own. */
  canReset: z.boolean(),
  /** Whether the viewer can remove roles; nobody can remove their own. */
  canTake: z.boolean(),
})
export type Colleague = z.infer<typeof Colleague>

/** An invitation that is neither accepted, closed nor expired. */
const Invitation = z.object({
  id: Id,
  email: z.string(),
  roles: z.array(TeamRole),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Instant,
  signedBy: z.string().nullable(),
  expiresAt: Instant,
  /** `signature`: it needs another admin's signature. `acceptance`: it was mailed. */
  waitsFor: z.enum(['signature', 'acceptance']),
  /** Whether the viewer and the proposer have used the same browser. */
  sameDevice: z.boolean(),
  can: z.object({ sign: z.boolean(), close: z.boolean() }),
})
export type TeamInvitation = z.infer<typeof Invitation>

const View = z.object({ people: z.array(Colleague), invitations: z.array(Invitation) })
export type TeamView = z.infer<typeof View>

const manages = { permission: 'staff.manage' } as const
const reason = longText(STAFF_REASON_MAX).min(STAFF_REASON_MIN)
const roles = z.array(TeamRole).min(1).max(4).check(distinct)

export const team = {
  show: get('/admin/team', {
    auth: manages,
    summary: "List the team's members and invitations",
    description:
      'Returns everybody with a role of the team, with their factors, and open invitations. ' +
      'Needs the permission `staff.manage`.',
    ok: View,
  }),
  invite: post('/admin/team/invitations', {
    auth: manages,
    summary: 'Invite somebody to the team',
    description:
      'Invites an address, also that of a colleague, to take roles. Verification and support are ' +
      'mailed at once. Finance and administration wait for the signature of another admin; only ' +
      'the invitation of the second admin does not. Needs the permission `staff.manage`.',
    body: z.strictObject({ email: Email, roles, reason }),
    ok: View,
    status: 201,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [...signedErrors, 'team_roles_held', 'team_invitation_exists'],
  }),
  sign: post('/admin/team/invitations/:invitationId/sign', {
    auth: manages,
    summary: 'Sign an invitation as the second person',
    description:
      'Gives the second signature, by another human being than who proposed it; the invitation ' +
      'is then mailed. A repeat by the same person changes nothing.',
    body: z.strictObject({}),
    ok: View,
    errors: ['team_invitation_own', 'team_invitation_over', ...signedErrors],
  }),
  close: post('/admin/team/invitations/:invitationId/close', {
    auth: manages,
    summary: 'Refuse or withdraw an invitation',
    description: 'Ends an invitation that nobody accepted; its link stops working. Safe to repeat.',
    body: z.strictObject({}),
    ok: View,
    errors: ['team_invitation_over'],
  }),
  takeRoles: post('/admin/people/:userId/roles/take', {
    auth: manages,
    summary: 'Take roles from a member',
    description:
      'Takes roles from another person at once, with a reason: their sessions end, their open ' +
      'proposals to the team are closed, and they are told. All roles: they leave the team. Safe ' +
      'to repeat. Never for oneself.',
    body: z.strictObject({ roles, reason }),
    ok: View,
  }),
  accept: post('/team/invitations/accept', {
    auth: 'live',
    summary: 'Accept an invitation to the team',
    description:
      'Takes the roles of a mailed invitation, in the account that proved the invited address. ' +
      'Finance and administration need a verified identity, of another human being than those ' +
      'who signed. The link works once.',
    body: z.strictObject({ token: inputText().min(20).max(100) }),
    ok: z.object({ roles: z.array(TeamRole) }),
    limit: { max: 20, windowSeconds: 600, by: 'user' },
    errors: [
      'link_invalid',
      'team_invitation_other',
      'team_invitation_waits',
      'team_identity_unverified',
      ...signedErrors,
    ],
  }),
}
