import { mayDo } from '#contract/permissions.ts'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { type AdminScreen, adminGroups, adminScreens } from './admin-screens.ts'

type Roles = SessionUser['roles']

/** What the navigation lists for these roles, under its headings. */
export function sectionsFor(roles: Roles): { title: string; screens: AdminScreen[] }[] {
  const mine = adminScreens.filter((screen) => mayDo(roles, screen.permission))
  return adminGroups
    .map((title) => ({ title, screens: mine.filter(({ group }) => group === title) }))
    .filter(({ screens }) => screens.length > 0)
}
