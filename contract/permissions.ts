export const ROLES = ['passenger', 'driver', 'verifier', 'support', 'finance', 'admin'] as const
type Role = (typeof ROLES)[number]

/** Roles that have each permission: the server decides by this table, the menus read it. */
const grants = {
  'conduct.decide': ['support', 'admin'],
  'disputes.resolve': ['support', 'admin'],
  'verification.review': ['verifier', 'admin'],
  'verification.audit': ['admin'],
  'safe_points.vet': ['support', 'admin'],
  'payments.cases': ['finance', 'admin'],
  'withdrawals.decide': ['finance', 'admin'],
  'rewards.manage': ['support', 'admin'],
  'deliveries.manage': ['support', 'admin'],
  'incidents.handle': ['support', 'admin'],
  'audit.view': ['admin'],
  'tickets.answer': ['support', 'admin'],
  'reconciliation.decide': ['finance', 'admin'],
  'staff.manage': ['admin'],
  'prices.manage': ['finance', 'admin'],
  'settings.manage': ['admin'],
  'dashboard.view': ['verifier', 'support', 'finance', 'admin'],
  'people.view': ['support', 'finance', 'admin'],
  'people.reveal': ['support', 'admin'],
  'people.export': ['support', 'finance', 'admin'],
  'ledger.view': ['finance', 'admin'],
  'browser_reports.view': ['support', 'admin'],
} satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof grants

export const PERMISSIONS = /* @__PURE__ */ Object.keys(grants) as Permission[]

/** Whether one of the roles grants the permission; a missing entry denies. */
export function mayDo(roles: readonly Role[], permission: Permission): boolean {
  return rolesWith(permission).some((role) => roles.includes(role))
}

export function rolesWith(permission: Permission): readonly Role[] {
  return grants[permission]
}

const STAFF: readonly Role[] = ['verifier', 'support', 'finance', 'admin']

/** Whether the person works for Cupo and therefore needs a second factor. */
export function isStaff(roles: readonly Role[]): boolean {
  return roles.some((role) => STAFF.includes(role))
}
