/**
 * Sets session and roles as data attributes of `<html>`. Prerendered pages contain the links of
 * every role, and the style sheet shows those of this person (`data-audience`).
 */
export type Viewer = { roles: readonly string[] } | null

const REVIEWERS = ['verifier', 'admin']
const HELPERS = ['support', 'admin']
const ACCOUNTANTS = ['finance', 'admin']

export function markSession(viewer: Viewer): void {
  const { dataset } = document.documentElement
  if (viewer) dataset.session = 'in'
  else delete dataset.session
  mark('staff', viewer, REVIEWERS)
  mark('support', viewer, HELPERS)
  mark('finance', viewer, ACCOUNTANTS)
}

function mark(
  name: 'staff' | 'support' | 'finance',
  viewer: Viewer,
  roles: readonly string[],
): void {
  const { dataset } = document.documentElement
  if (viewer?.roles.some((role) => roles.includes(role))) dataset[name] = ''
  else delete dataset[name]
}
