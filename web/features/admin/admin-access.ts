import { isStaff, mayDo } from '#contract/permissions.ts'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { type AdminScreen, adminGroups, adminScreens } from './admin-screens.ts'

type Roles = SessionUser['roles']

/** Whether these roles may open a staff screen. The server checks again before it gives data. */
export function mayOpen(roles: Roles, { permission }: Pick<AdminScreen, 'permission'>): boolean {
  return permission === null ? isStaff(roles) : mayDo(roles, permission)
}

/** The staff screens that these roles may open, grouped by the headings of the navigation. */
export function sectionsFor(roles: Roles): { title: string; screens: AdminScreen[] }[] {
  const mine = adminScreens.filter((screen) => mayOpen(roles, screen))
  return adminGroups
    .map((title) => ({ title, screens: mine.filter(({ group }) => group === title) }))
    .filter(({ screens }) => screens.length > 0)
}
