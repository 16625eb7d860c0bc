/* Cameras and viewers: where in the picture a point of the scene is. */
#include "challenge/scene/scene.h"

struct tes_viewer tes_camera_viewer(const struct tes_camera *camera)
{
    struct tes_viewer viewer = {.eye = camera->eye};
    viewer.forward = tes_vector_unit(tes_vector_subtract(camera->target, camera->eye));
    viewer.right = tes_vector_unit((struct tes_vector){viewer.forward.y, -viewer.forward.x, 0});
    if (viewer.right.x == 0 && viewer.right.y == 0)
        viewer.right.x = 1;
    viewer.up = tes_vector_cross(viewer.right, viewer.forward);
    viewer.tangent = tes_scene_sine(camera->field / 2) / tes_scene_cosine(camera->field / 2);
    return viewer;
}

struct tes_seen tes_viewer_see(const struct tes_viewer *viewer, struct tes_vector point)
{
    struct tes_vector way = tes_vector_subtract(point, viewer->eye);
    struct tes_seen seen = {0, 0, tes_vector_dot(way, viewer->forward)};
    if (seen.depth > 0) {
        double half = seen.depth * viewer->tangent;
        seen.x = tes_vector_dot(way, viewer->right) / half;
        seen.y = tes_vector_dot(way, viewer->up) / half;
    }
    return seen;
}

struct tes_camera tes_camera_around(struct tes_vector target, double around, double above,
                                    double distance, double field)
{
    struct tes_vector away = tes_vector_scale(tes_scene_towards(around, above), distance);
    return (struct tes_camera){tes_vector_add(target, away), target, field};
}
