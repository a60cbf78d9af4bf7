import { isStaff, mayDo } from '#contract/permissions.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { type AdminScreen, adminAddress, adminScreens, deskMenu } from './admin-screens.ts'

type Roles = SessionUser['roles']

/** Whether these roles may open a staff screen. The server checks again before it gives data. */
export function mayOpen(roles: Roles, { permission }: Pick<AdminScreen, 'permission'>): boolean {
  return permission === null ? isStaff(roles) : mayDo(roles, permission)
}

/** A line of the menu with its screens, of which the first is opened. */
export type DeskLine = { title: string; screens: readonly [AdminScreen, ...AdminScreen[]] }

/** Lines of the menu with the screens that these roles may open, in groups; empty ones left out. */
export function menuFor(roles: Roles): DeskLine[][] {
  return deskMenu
    .map((areas) =>
      areas.flatMap((area) => {
        const [first, ...rest] = adminScreens.filter(
          (screen) => screen.area === area && mayOpen(roles, screen),
        )
        if (!first) return []
        return [{ title: rest.length > 0 ? area : first.title, screens: [first, ...rest] as const }]
      }),
    )
    .filter((lines) => lines.length > 0)
}

/** Whether an address is that of a screen, or of a detail of it. */
export function isAt(pathname: string, screen: Pick<AdminScreen, 'path'>): boolean {
  const address = adminAddress(screen)
  const here = pathname.replace(/\/$/, '')
  return here === address || (screen.path !== '' && here.startsWith(`${address}/`))
}
