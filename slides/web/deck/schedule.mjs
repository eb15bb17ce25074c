// How lessons are spread over weeks or half-days: in their order, each day about as full as the
// others. Nothing is written down twice, so a new lesson finds its place by itself.

// Lessons in `parts` consecutive groups whose fullest is as small as can be. cost(lesson): minutes.
export function spread(lessons, parts, cost) {
  const groups = Math.min(parts, lessons.length);
  const total = (from, to) => lessons.slice(from, to).reduce((sum, lesson) => sum + cost(lesson), 0);
  // best[g][n]: the first n lessons in g groups, as {most, cut}: the fullest, and where the last begins.
  const best = [[{most: 0, cut: 0}]];
  for (let g = 1; g <= groups; ++g) {
    best[g] = [];
    for (let n = g; n <= lessons.length; ++n) {
      for (let cut = g - 1; cut < n; ++cut) {
        const before = best[g - 1][cut];
        if (!before) continue;
        const most = Math.max(before.most, total(cut, n));
        if (!best[g][n] || most < best[g][n].most) best[g][n] = {most, cut};
      }
    }
  }
  const answer = [];
  for (let g = groups, n = lessons.length; g > 0; --g) {
    const {cut} = best[g][n];
    answer.unshift(lessons.slice(cut, n));
    n = cut;
  }
  return answer;
}

// The lessons that fit into so many minutes, in order, and the others.
export function fitting(lessons, minutes, cost) {
  let left = minutes;
  const count = lessons.findIndex((lesson) => (left -= cost(lesson)) < 0);
  return count < 0 ? [lessons, []] : [lessons.slice(0, count), lessons.slice(count)];
}

const kHalfDay = 210;

// Six weeks: lectures in class, exercises at home. [{name, lessons, lecture, exercise}]
export function six_weeks(lessons) {
  return spread(lessons, 6, ({minutes, exercise}) => minutes + exercise)
    .map((group, i) => ({name: `Week ${i + 1}`, lessons: group, ...sums(group)}));
}

// Two days: lectures and exercises in class, as many lessons as fit; the others are for later.
export function two_days(lessons) {
  const cost = ({minutes, exercise}) => minutes + exercise;
  const [now, later] = fitting(lessons, 4 * kHalfDay, cost);
  const names = ['Day 1, morning', 'Day 1, afternoon', 'Day 2, morning', 'Day 2, afternoon'];
  const days = spread(now, 4, cost).map((group, i) => ({name: names[i], lessons: group, ...sums(group)}));
  return later.length ? [...days, {name: 'Afterwards', lessons: later, ...sums(later)}] : days;
}

function sums(lessons) {
  const sum = (key) => lessons.reduce((all, lesson) => all + lesson[key], 0);
  return {lecture: sum('minutes'), exercise: sum('exercise')};
}
