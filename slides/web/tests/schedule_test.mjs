// Lessons find their place in the schedules, however many there are.
import assert from 'node:assert/strict';
import test from 'node:test';

import {fitting, six_weeks, spread, two_days} from '../deck/schedule.mjs';

const lessons = (...minutes) => minutes.map((exercise, i) => ({number: `${i + 1}`, minutes: 0, exercise}));
const cost = ({exercise}) => exercise;
const shape = (groups) => groups.map((group) => group.map(cost));

test('groups keep the order and are as even as can be', () => {
  assert.deepEqual(shape(spread(lessons(1, 2, 3, 4, 5), 2, cost)), [[1, 2, 3], [4, 5]]);
  assert.deepEqual(shape(spread(lessons(9, 1, 1, 1), 2, cost)), [[9], [1, 1, 1]]);
});

test('fewer lessons than days make fewer days', () => {
  assert.deepEqual(shape(spread(lessons(5, 5), 6, cost)), [[5], [5]]);
  assert.deepEqual(spread([], 6, cost), []);
});

test('what does not fit is for later', () => {
  const [now, later] = fitting(lessons(50, 40, 30), 100, cost);
  assert.deepEqual([now.map(cost), later.map(cost)], [[50, 40], [30]]);
  assert.deepEqual(fitting(lessons(50), 100, cost)[1], []);
});

test('every lesson is in each schedule, once', () => {
  for (const count of [1, 4, 10, 24]) {
    const all = Array.from({length: count}, (_, i) => ({number: `${i}`, minutes: 30 + i, exercise: 45}));
    for (const schedule of [six_weeks(all), two_days(all)]) {
      assert.deepEqual(schedule.flatMap((part) => part.lessons), all);
      assert.equal(schedule.reduce((sum, part) => sum + part.lecture, 0), all.reduce((sum, one) => sum + one.minutes, 0));
    }
    assert.ok(six_weeks(all).length <= 6);
    assert.ok(two_days(all).length <= 5);
  }
});
