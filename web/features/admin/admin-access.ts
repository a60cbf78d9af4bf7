import { isStaff, mayDo } from '#contract/permissions.ts'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { type AdminScreen, adminGroups, adminScreens } from './admin-screens.ts'

type Roles = SessionUser['roles']

/** Whether somebody may open a screen of the team; the server decides on its data again. */
export function mayOpen(roles: Roles, { permission }: Pick<AdminScreen, 'permission'>): boolean {
  return permission === null ? isStaff(roles) : mayDo(roles, permission)
}

/** What the navigation lists for these roles, under its headings. */
export function sectionsFor(roles: Roles): { title: string; screens: AdminScreen[] }[] {
  const mine = adminScreens.filter((screen) => mayOpen(roles, screen))
  return adminGroups
    .map((title) => ({ title, screens: mine.filter(({ group }) => group === title) }))
    .filter(({ screens }) => screens.length > 0)
}
