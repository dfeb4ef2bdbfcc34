import { getOrCreate } from "../get-or-create.ts";

export const taskStatuses = ["pending", "in_progress", "completed"] as const;
type TaskStatus = (typeof taskStatuses)[number];

/** A task of the agent. */
export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  /** What to call the task while it is in progress. */
  readonly activeForm?: string;
  readonly status: TaskStatus;
  readonly owner?: string;
  /** Tasks that wait for this one, and those it waits for. */
  readonly blocks: readonly string[];
  readonly blockedBy: readonly string[];
}

/** What can be changed in a task; omitted fields stay unchanged. */
export interface TaskChange {
  readonly subject?: string;
  readonly description?: string;
  readonly activeForm?: string;
  readonly status?: TaskStatus;
  readonly owner?: string;
  readonly addBlocks?: readonly string[];
  readonly addBlockedBy?: readonly string[];
}

type NewTask = Pick<Task, "subject" | "description" | "activeForm">;

/** The tasks of one session. Ids count from 1 and are not used again. */
export interface TaskStore {
  list(): readonly Task[];
  get(id: string): Task | undefined;
  create(task: NewTask): Task;
  /** The changed task; undefined if there is none. */
  update(id: string, change: TaskChange): Task | undefined;
  /** Also removes it from the lists of other tasks. Returns whether it existed. */
  remove(id: string): boolean;
}

/** The tasks that a session's memory holds. */
export const tasksOf = (memory: Map<string, unknown>): TaskStore =>
  getOrCreate(memory, "tasks", taskStore);

function taskStore(): TaskStore {
  const tasks = new Map<string, Task>();
  let last = 0;
  const put = (task: Task) => {
    tasks.set(task.id, task);
    return task;
  };
  /** Records a relation in both tasks. */
  const addRelation = (blocking: string, waiting: string) => {
    const first = tasks.get(blocking);
    const second = tasks.get(waiting);
    if (first === undefined || second === undefined || first === second) return;
    put({ ...first, blocks: withItem(first.blocks, waiting) });
    put({ ...second, blockedBy: withItem(second.blockedBy, blocking) });
  };
  return {
    list: () => [...tasks.values()],
    get: (id) => tasks.get(id),
    create(task) {
      last++;
      return put({ ...task, id: String(last), status: "pending", blocks: [], blockedBy: [] });
    },
    update(id, { addBlocks = [], addBlockedBy = [], ...fields }) {
      const task = tasks.get(id);
      if (task === undefined) return undefined;
      put({ ...task, ...fields });
      for (const other of addBlocks) addRelation(id, other);
      for (const other of addBlockedBy) addRelation(other, id);
      return tasks.get(id);
    },
    remove(id) {
      if (!tasks.delete(id)) return false;
      for (const task of tasks.values())
        put({
          ...task,
          blocks: task.blocks.filter((other) => other !== id),
          blockedBy: task.blockedBy.filter((other) => other !== id),
        });
      return true;
    },
  };
}

const withItem = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list : [...list, item];
