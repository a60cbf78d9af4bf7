import type { RuleName } from './rules.ts'

/** Files by path. */
export type Tree = Record<string, string>

/** A tree that breaks a rule, and one that does not. */
export interface Case {
  rule: RuleName
  bad: Tree
  good: Tree
  /** Violations expected in `bad`, as `path:line`. */
  at: string[]
}
